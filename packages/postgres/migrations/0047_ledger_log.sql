CREATE TABLE "ledger_log_heads" (
	"tree_size" bigint PRIMARY KEY NOT NULL,
	"root_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"key_id" text NOT NULL,
	"statement" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_log_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "ledger_log_keys_retired_later" CHECK ("ledger_log_keys"."retired_at" >= "ledger_log_keys"."created_at")
);
--> statement-breakpoint
CREATE TABLE "ledger_log_leaves" (
	"leaf_index" bigint PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_log_nodes" (
	"level" smallint NOT NULL,
	"node_index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "ledger_log_nodes_level_node_index_pk" PRIMARY KEY("level","node_index")
);
--> statement-breakpoint
CREATE TABLE "ledger_log_pending" (
	"sequence" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "quote" jsonb;--> statement-breakpoint
ALTER TABLE "ledger_log_heads" ADD CONSTRAINT "ledger_log_heads_key_id_ledger_log_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."ledger_log_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_log_keys_current_key" ON "ledger_log_keys" USING btree (("retired_at" IS NULL)) WHERE "ledger_log_keys"."retired_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_log_leaves_sequence_key" ON "ledger_log_leaves" USING btree ("sequence");--> statement-breakpoint
INSERT INTO "ledger_log_pending" ("sequence") SELECT "sequence" FROM "credit_ledger";
