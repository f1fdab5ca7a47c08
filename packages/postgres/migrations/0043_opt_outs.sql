CREATE TABLE "opt_out_state" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"applied" bigint NOT NULL,
	CONSTRAINT "opt_out_state_one_row" CHECK ("opt_out_state"."id" = 1),
	CONSTRAINT "opt_out_state_applied" CHECK ("opt_out_state"."applied" <= "opt_out_state"."number")
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"id" text PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"key" text NOT NULL,
	"shown" text NOT NULL,
	"reason" text NOT NULL,
	"number" bigint NOT NULL,
	"added_by" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opt_outs_key" CHECK ("opt_outs"."key" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "opt_outs_form_key" ON "opt_outs" USING btree ("form","key");--> statement-breakpoint
CREATE INDEX "opt_outs_created_at" ON "opt_outs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "opt_outs_number" ON "opt_outs" USING btree ("number");--> statement-breakpoint
CREATE INDEX "opt_outs_added_by" ON "opt_outs" USING btree ("added_by");