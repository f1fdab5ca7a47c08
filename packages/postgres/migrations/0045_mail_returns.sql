CREATE TABLE "mail_returns" (
	"id" text PRIMARY KEY NOT NULL,
	"message_hash" text NOT NULL,
	"mail_id" text,
	"address" text,
	"kind" text NOT NULL,
	"status" text,
	"reason" text,
	"source" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "mail_returns_message_hash_unique" UNIQUE("message_hash"),
	CONSTRAINT "mail_returns_kind" CHECK ("mail_returns"."kind" IN ('hard', 'soft', 'complaint', 'auto-reply', 'other')),
	CONSTRAINT "mail_returns_source" CHECK ("mail_returns"."source" IN ('hook', 'folder'))
);
--> statement-breakpoint
CREATE TABLE "stopped_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stopped_addresses_kind" CHECK ("stopped_addresses"."kind" IN ('hard', 'soft', 'complaint'))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "is_essential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_returns_mail" ON "mail_returns" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "mail_returns_address" ON "mail_returns" USING btree ("address","received_at");--> statement-breakpoint
CREATE INDEX "mail_returns_received" ON "mail_returns" USING btree ("received_at");