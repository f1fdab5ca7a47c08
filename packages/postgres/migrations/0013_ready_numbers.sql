CREATE TABLE "zip_list_reads" (
	"company_id" text NOT NULL,
	"day" date NOT NULL,
	"characters" bigint NOT NULL,
	CONSTRAINT "zip_list_reads_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
DROP INDEX "downloads_company_ready";--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "ready_no" integer;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "owned_leads" integer;--> statement-breakpoint
UPDATE "downloads" SET "ready_no" = files.number, "owned_leads" = files.leads FROM (
  SELECT "id", row_number() OVER ready AS number, sum("new_leads") OVER ready AS leads
  FROM "downloads" WHERE "state" = 'ready'
  WINDOW ready AS (PARTITION BY "company_id", "dataset_no" ORDER BY "ready_at", "id")
) AS files WHERE "downloads"."id" = files."id";--> statement-breakpoint
ALTER TABLE "zip_list_reads" ADD CONSTRAINT "zip_list_reads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_ready_no" ON "downloads" USING btree ("company_id","dataset_no","ready_no") WHERE state = 'ready';--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_ready_has_number" CHECK (("downloads"."state" = 'ready') = ("downloads"."ready_no" IS NOT NULL) AND ("downloads"."state" = 'ready') = ("downloads"."owned_leads" IS NOT NULL));