CREATE TABLE "do_not_call_editions" (
	"edition" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "do_not_call_editions_edition_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"base" integer,
	"obtained_at" timestamp with time zone NOT NULL,
	"numbers" bigint NOT NULL,
	"added" bigint NOT NULL,
	"removed" bigint NOT NULL,
	"area_codes" integer[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"past_since" timestamp with time zone,
	CONSTRAINT "do_not_call_editions_state_known" CHECK ("do_not_call_editions"."state" IN ('reading', 'current', 'past')),
	CONSTRAINT "do_not_call_editions_kind" CHECK (("do_not_call_editions"."kind" = 'changes') = ("do_not_call_editions"."base" IS NOT NULL)),
	CONSTRAINT "do_not_call_editions_past" CHECK (("do_not_call_editions"."state" = 'past') = ("do_not_call_editions"."past_since" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "do_not_call_edition" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "do_not_call_editions_current" ON "do_not_call_editions" USING btree ("state") WHERE "do_not_call_editions"."state" = 'current';--> statement-breakpoint
CREATE INDEX "do_not_call_editions_past_since" ON "do_not_call_editions" USING btree ("past_since");