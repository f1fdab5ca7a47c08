ALTER TABLE "imports" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "asked_name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "asked_columns" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "is_cut_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "retry_of" text;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_retry_of_imports_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_one_retry_idx" ON "imports" USING btree ("retry_of");