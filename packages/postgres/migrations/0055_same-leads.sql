ALTER TABLE "downloads" DROP CONSTRAINT "downloads_counts";--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "same_leads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "businesses_version" integer;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_counts" CHECK ("downloads"."new_leads" >= 0 AND "downloads"."same_leads" >= 0 AND "downloads"."new_leads" + "downloads"."same_leads" <= "downloads"."rows");