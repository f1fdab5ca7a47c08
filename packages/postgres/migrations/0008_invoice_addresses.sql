ALTER TABLE "embedded_accounts" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "embedded_invoices" ADD COLUMN "billed_to" jsonb;--> statement-breakpoint
ALTER TABLE "embedded_tokens" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD COLUMN "billed_to" jsonb;