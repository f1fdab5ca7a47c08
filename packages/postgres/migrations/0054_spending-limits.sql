CREATE TABLE "download_approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"input" jsonb NOT NULL,
	"request_hash" text NOT NULL,
	"search_name" text NOT NULL,
	"rows" integer NOT NULL,
	"new_leads" integer NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reason" text,
	"download_id" text,
	CONSTRAINT "download_approvals_decided" CHECK (("download_approvals"."state" = 'waiting') = ("download_approvals"."decided_at" IS NULL)),
	CONSTRAINT "download_approvals_download" CHECK (("download_approvals"."state" = 'approved') = ("download_approvals"."download_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "spending_limits" (
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"leads" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spending_limits_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "spending_limits_leads" CHECK ("spending_limits"."leads" >= 0)
);
--> statement-breakpoint
ALTER TABLE "download_approvals" ADD CONSTRAINT "download_approvals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_approvals" ADD CONSTRAINT "download_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_approvals" ADD CONSTRAINT "download_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_approvals_company" ON "download_approvals" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "download_approvals_user" ON "download_approvals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "download_approvals_decided_by" ON "download_approvals" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "download_approvals_waiting" ON "download_approvals" USING btree ("company_id","user_id","request_hash") WHERE "download_approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "spending_limits_user" ON "spending_limits" USING btree ("user_id");