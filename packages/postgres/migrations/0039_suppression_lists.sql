CREATE TABLE "suppression_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"entries" jsonb NOT NULL,
	"unread" integer NOT NULL,
	"profiles" jsonb NOT NULL,
	"applied_by" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "suppression_lists_state_known" CHECK ("suppression_lists"."state" IN ('reading', 'found', 'applied')),
	CONSTRAINT "suppression_lists_applied_by" CHECK (("suppression_lists"."state" = 'applied') = (cardinality("suppression_lists"."applied_by") > 0))
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "suppress_lists" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "reported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suppression_lists" ADD CONSTRAINT "suppression_lists_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression_lists" ADD CONSTRAINT "suppression_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suppression_lists_company" ON "suppression_lists" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "suppression_lists_user_id" ON "suppression_lists" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "suppression_lists_deleted_at" ON "suppression_lists" USING btree ("deleted_at") WHERE "suppression_lists"."deleted_at" IS NOT NULL;