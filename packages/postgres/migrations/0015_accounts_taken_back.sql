CREATE TABLE "free_grants" (
	"address_key" text PRIMARY KEY NOT NULL,
	"company_id" text,
	"billing_cycle_anchor" bigint NOT NULL,
	"period_end" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "address_key" text;--> statement-breakpoint
CREATE INDEX "free_grants_company_id" ON "free_grants" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "free_grants_period_end" ON "free_grants" USING btree ("period_end");
--> statement-breakpoint
DELETE FROM "api_keys" USING "users" WHERE "users"."id" = "api_keys"."user_id" AND ("users"."banned" OR NOT "users"."email_verified");--> statement-breakpoint
DELETE FROM "backup_codes" USING "users" WHERE "users"."id" = "backup_codes"."user_id" AND NOT "users"."email_verified";--> statement-breakpoint
DELETE FROM "two_factors" USING "users" WHERE "users"."id" = "two_factors"."user_id" AND NOT "users"."email_verified";--> statement-breakpoint
UPDATE "sessions" SET "reauthenticated_at" = NULL WHERE "parent_session_id" IS NOT NULL;
