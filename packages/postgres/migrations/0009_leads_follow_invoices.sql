ALTER TABLE "billing_invoices" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD COLUMN "leads" integer;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD COLUMN "leads_applied" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_leads_applied_within" CHECK ("billing_invoices"."leads_applied" BETWEEN least("billing_invoices"."leads", 0) AND greatest("billing_invoices"."leads", 0));--> statement-breakpoint
-- The leads of invoices that are paid already were granted by their period.
UPDATE "billing_invoices" SET "leads" = 0 WHERE "state" = 'paid';--> statement-breakpoint
-- Open invoices of the built-in provider name their plan, so that they buy its leads once they are paid.
UPDATE "embedded_invoices" "invoice" SET "lines" = (
  SELECT jsonb_agg("line" || jsonb_build_object('plan', jsonb_build_object(
    'code', "subscription"."plan_code",
    'cents', "line" -> 'amountCents',
    'priceCents', "subscription"."price_cents"
  )))
  FROM jsonb_array_elements("invoice"."lines") "line"
)
FROM "embedded_subscriptions" "subscription"
WHERE "subscription"."id" = "invoice"."subscription_id"
  AND "invoice"."kind" = 'period' AND "invoice"."state" IN ('pending', 'past_due');
