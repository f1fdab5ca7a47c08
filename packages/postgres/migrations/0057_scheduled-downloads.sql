CREATE TABLE "scheduled_downloads" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order" jsonb NOT NULL,
	"rhythm" text NOT NULL,
	"ceiling" integer NOT NULL,
	"only_changes" boolean NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"taken_version" integer,
	"refusals" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_downloads_ceiling" CHECK ("scheduled_downloads"."ceiling" >= 0)
);
--> statement-breakpoint
CREATE TABLE "scheduled_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"new_leads" integer DEFAULT 0 NOT NULL,
	"ceiling" integer NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"download_id" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_runs_download" CHECK (("scheduled_runs"."state" = 'ordered') = ("scheduled_runs"."download_id" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "scheduled_downloads" ADD CONSTRAINT "scheduled_downloads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_downloads" ADD CONSTRAINT "scheduled_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_runs" ADD CONSTRAINT "scheduled_runs_schedule_id_scheduled_downloads_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."scheduled_downloads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_downloads_company" ON "scheduled_downloads" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "scheduled_downloads_user" ON "scheduled_downloads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "scheduled_downloads_due" ON "scheduled_downloads" USING btree ("next_at") WHERE NOT is_paused;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_runs_due" ON "scheduled_runs" USING btree ("schedule_id","due_at");