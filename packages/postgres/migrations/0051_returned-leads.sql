CREATE TABLE "use_notices" (
	"company_id" text PRIMARY KEY NOT NULL,
	"period" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "returned_leads" (
	"company_id" text NOT NULL,
	"dataset_no" integer NOT NULL,
	"lead_id" text NOT NULL,
	"download_id" text NOT NULL,
	"contact" text NOT NULL,
	"state" text NOT NULL,
	"cause" text,
	"report_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "returned_leads_company_id_dataset_no_lead_id_pk" PRIMARY KEY("company_id","dataset_no","lead_id"),
	CONSTRAINT "returned_leads_state_known" CHECK ("returned_leads"."state" IN ('open', 'refunded', 'refused')),
	CONSTRAINT "returned_leads_open_has_report" CHECK ("returned_leads"."state" <> 'open' OR "returned_leads"."report_id" IS NOT NULL),
	CONSTRAINT "returned_leads_decided" CHECK (("returned_leads"."state" = 'open') = ("returned_leads"."decided_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "leads" integer;--> statement-breakpoint
ALTER TABLE "use_notices" ADD CONSTRAINT "use_notices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_leads" ADD CONSTRAINT "returned_leads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returned_leads_lead" ON "returned_leads" USING btree ("dataset_no","lead_id");--> statement-breakpoint
CREATE INDEX "returned_leads_download" ON "returned_leads" USING btree ("download_id");--> statement-breakpoint
CREATE INDEX "returned_leads_report" ON "returned_leads" USING btree ("report_id");