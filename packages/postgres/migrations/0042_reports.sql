CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"search_name" text NOT NULL,
	"dict_id" text NOT NULL,
	"filter" text NOT NULL,
	"dsl_filter" text NOT NULL,
	"query_url" text NOT NULL,
	"problem" text NOT NULL,
	"device" text NOT NULL,
	"state" text NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"refunded" integer,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_kind_known" CHECK ("reports"."kind" IN ('search', 'download')),
	CONSTRAINT "reports_closed_at" CHECK (("reports"."state" = 'closed') = ("reports"."closed_at" IS NOT NULL)),
	CONSTRAINT "reports_refund_of_download" CHECK ("reports"."refunded" IS NULL OR "reports"."kind" = 'download')
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_state_created" ON "reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "reports_company" ON "reports" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id","created_at");