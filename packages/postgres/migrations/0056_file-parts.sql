ALTER TABLE "downloads" ADD COLUMN "rows_per_file" integer;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "preset" text;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "filled" jsonb;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "parts" jsonb;