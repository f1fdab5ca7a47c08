ALTER TABLE "api_keys" ADD COLUMN "daily_budget" integer;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "api_key_id" text;--> statement-breakpoint
CREATE INDEX "downloads_api_key" ON "downloads" USING btree ("api_key_id","created_at") WHERE api_key_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_daily_budget" CHECK ("api_keys"."daily_budget" >= 0);