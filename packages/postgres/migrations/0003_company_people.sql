CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"invited_by_user_id" text,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_email_lower_case" CHECK ("invitations"."email" = lower("invitations"."email")),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" IN ('admin', 'member', 'viewer')),
	CONSTRAINT "invitations_status_known" CHECK ("invitations"."status" IN ('pending', 'accepted', 'converted', 'removed')),
	CONSTRAINT "invitations_token_while_pending" CHECK (("invitations"."status" = 'pending') = ("invitations"."token_hash" IS NOT NULL) AND ("invitations"."token_hash" IS NULL) = ("invitations"."expires_at" IS NULL)),
	CONSTRAINT "invitations_person_once_settled" CHECK ("invitations"."status" = 'pending' OR "invitations"."user_id" IS NOT NULL)
);
--> statement-breakpoint
DROP INDEX "companies_owner_user_id_key";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "home_of_user_id" text;--> statement-breakpoint
-- Until now every company was its owner's own, made when they signed up.
UPDATE "companies" SET "home_of_user_id" = "owner_user_id";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_key" ON "invitations" USING btree ("company_id","email") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_company" ON "invitations" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by_user_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_home_of_user_id_users_id_fk" FOREIGN KEY ("home_of_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_owner_user_id" ON "companies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_home_of_user_id_key" ON "companies" USING btree ("home_of_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_owner_key" ON "company_members" USING btree ("company_id") WHERE "company_members"."role" = 'owner';