CREATE TABLE "lead_addresses" (
	"company_id" text PRIMARY KEY NOT NULL,
	"address_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_invoices" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"leads" integer NOT NULL,
	"leads_applied" integer NOT NULL,
	CONSTRAINT "lead_invoices_applied_within" CHECK ("lead_invoices"."leads_applied" BETWEEN least("lead_invoices"."leads", 0) AND greatest("lead_invoices"."leads", 0))
);
--> statement-breakpoint
ALTER TABLE "billing_invoices" DROP CONSTRAINT "billing_invoices_leads_applied_within";--> statement-breakpoint
ALTER TABLE "lead_addresses" ADD CONSTRAINT "lead_addresses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_invoices" ADD CONSTRAINT "lead_invoices_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "lead_addresses" ("company_id", "address_key")
SELECT "company_id", "address_key" FROM "customers" WHERE "site" = 'leads' AND "address_key" IS NOT NULL;--> statement-breakpoint
INSERT INTO "lead_invoices" ("invoice_id", "leads", "leads_applied")
SELECT "id", "leads", "leads_applied" FROM "billing_invoices" WHERE "leads" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_invoices" DROP COLUMN "leads";--> statement-breakpoint
ALTER TABLE "billing_invoices" DROP COLUMN "leads_applied";--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "address_key";