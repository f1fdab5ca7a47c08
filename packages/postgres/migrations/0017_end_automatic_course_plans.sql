-- Every company was given the free plan of the course site. From now on a plan there is chosen: what nobody chose ends.
UPDATE "customers" SET "subscription_status" = 'canceled', "canceled_at" = now(), "updated_at" = now()
WHERE "site" = 'courses' AND "plan_id" = 'freeor_free' AND "subscription_status" = 'active'
  AND "subscription_id" IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM "audit_log" "chosen"
    WHERE "chosen"."company_id" = "customers"."company_id"
      AND "chosen"."action" IN ('subscription.free_begun', 'plan.set_by_hand')
      AND "chosen"."details" ->> 'site' = 'courses'
  );
