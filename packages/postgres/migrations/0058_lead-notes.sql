CREATE TABLE "lead_note_changes" (
	"company_id" text NOT NULL,
	"dataset_no" integer NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "lead_note_changes_company_id_dataset_no_pk" PRIMARY KEY("company_id","dataset_no")
);
--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"company_id" text NOT NULL,
	"dataset_no" integer NOT NULL,
	"lead_id" text NOT NULL,
	"status" text,
	"note" text NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_notes_company_id_dataset_no_lead_id_pk" PRIMARY KEY("company_id","dataset_no","lead_id")
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "includes_notes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_note_changes" ADD CONSTRAINT "lead_note_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_company_id_dataset_no_lead_note_changes_company_id_dataset_no_fk" FOREIGN KEY ("company_id","dataset_no") REFERENCES "public"."lead_note_changes"("company_id","dataset_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_notes_revision" ON "lead_notes" USING btree ("company_id","dataset_no","revision");--> statement-breakpoint
CREATE INDEX "lead_notes_changed_by" ON "lead_notes" USING btree ("changed_by");