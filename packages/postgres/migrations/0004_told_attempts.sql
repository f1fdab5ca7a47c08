ALTER TABLE "subscriptions" ADD COLUMN "told_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO "customers" ("id", "company_id", "site", "plan_id", "subscription_status", "billing_cycle_anchor", "created_at", "updated_at")
SELECT 'cus_' || substr(md5(random()::text || "id"), 1, 26), "id", 'courses', 'freeor_free', 'active', extract(epoch FROM "created_at")::bigint, "created_at", "created_at"
FROM "companies"
ON CONFLICT DO NOTHING;
