CREATE TABLE "drop_cycles" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"downloaded_at" timestamp with time zone,
	"matched_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"processed_at" timestamp with time zone,
	"archive_name" text,
	"archive_bytes" bigint,
	"archive_sha256" text,
	"withdrawn" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"next_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "drop_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drop_exemptions" (
	"hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drop_files" (
	"cycle_id" text NOT NULL,
	"name" text NOT NULL,
	"list" text NOT NULL,
	"items" integer NOT NULL,
	CONSTRAINT "drop_files_cycle_id_name_pk" PRIMARY KEY("cycle_id","name")
);
--> statement-breakpoint
CREATE TABLE "drop_items" (
	"cycle_id" text NOT NULL,
	"file" text NOT NULL,
	"item_id" text NOT NULL,
	"list" text NOT NULL,
	"hash" text NOT NULL,
	"status" smallint,
	"reported" smallint,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "drop_items_cycle_id_file_item_id_pk" PRIMARY KEY("cycle_id","file","item_id"),
	CONSTRAINT "drop_items_status" CHECK ("drop_items"."status" BETWEEN 2 AND 5),
	CONSTRAINT "drop_items_reported" CHECK ("drop_items"."reported" BETWEEN 2 AND 5)
);
--> statement-breakpoint
CREATE TABLE "drop_uploads" (
	"cycle_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"items" integer NOT NULL,
	"sha256" text NOT NULL,
	"attempts" integer NOT NULL,
	"accepted_at" timestamp with time zone,
	"answer" text,
	CONSTRAINT "drop_uploads_cycle_id_name_pk" PRIMARY KEY("cycle_id","name")
);
--> statement-breakpoint
ALTER TABLE "opt_outs" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "drop_files" ADD CONSTRAINT "drop_files_cycle_id_drop_cycles_id_fk" FOREIGN KEY ("cycle_id") REFERENCES "public"."drop_cycles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_items" ADD CONSTRAINT "drop_items_cycle_id_drop_cycles_id_fk" FOREIGN KEY ("cycle_id") REFERENCES "public"."drop_cycles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drop_uploads" ADD CONSTRAINT "drop_uploads_cycle_id_drop_cycles_id_fk" FOREIGN KEY ("cycle_id") REFERENCES "public"."drop_cycles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drop_cycles_one_open" ON "drop_cycles" USING btree ((true)) WHERE "drop_cycles"."state" <> 'reported';--> statement-breakpoint
CREATE INDEX "drop_cycles_started_at" ON "drop_cycles" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "drop_items_hash" ON "drop_items" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "drop_items_item_id" ON "drop_items" USING btree ("item_id");