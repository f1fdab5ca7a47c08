CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_user_id" text,
	"subject_user_id" text,
	"company_id" text,
	"action" text NOT NULL,
	"object_type" text,
	"object_id" text,
	"ip_address" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_members_role_known" CHECK ("company_members"."role" IN ('owner', 'admin', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" text,
	"parent_session_id" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" IN ('user', 'super_admin'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_ledger_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"lot_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"user_id" text,
	"download_id" text,
	"file_name" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_ledger_sign" CHECK (("credit_ledger"."kind" IN ('grant', 'refund') AND "credit_ledger"."amount" > 0)
        OR ("credit_ledger"."kind" IN ('debit', 'expiry') AND "credit_ledger"."amount" < 0))
);
--> statement-breakpoint
CREATE TABLE "credit_lots" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"plan_id" text,
	"granted" integer NOT NULL,
	"left" integer NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_lots_left_not_negative" CHECK ("credit_lots"."left" >= 0),
	CONSTRAINT "credit_lots_reserved_not_negative" CHECK ("credit_lots"."reserved" >= 0),
	CONSTRAINT "credit_lots_within_grant" CHECK ("credit_lots"."left" + "credit_lots"."reserved" <= "credit_lots"."granted")
);
--> statement-breakpoint
CREATE TABLE "credit_reservation_parts" (
	"reservation_id" text NOT NULL,
	"lot_id" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "credit_reservation_parts_reservation_id_lot_id_pk" PRIMARY KEY("reservation_id","lot_id"),
	CONSTRAINT "credit_reservation_parts_amount_positive" CHECK ("credit_reservation_parts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_reservations" (
	"id" text PRIMARY KEY NOT NULL,
	"download_id" text NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"site" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"settled_amount" integer,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "credit_reservations_amount_not_negative" CHECK ("credit_reservations"."amount" >= 0),
	CONSTRAINT "credit_reservations_settled_within" CHECK ("credit_reservations"."settled_amount" BETWEEN 0 AND "credit_reservations"."amount")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"plan_id" text NOT NULL,
	"subscription_status" text NOT NULL,
	"billing_cycle_anchor" bigint NOT NULL,
	"canceled_at" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"processor" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset_versions" (
	"dict_id" text NOT NULL,
	"version" integer NOT NULL,
	"rows" bigint NOT NULL,
	"columns" jsonb NOT NULL,
	"identity" jsonb NOT NULL,
	"bounds" jsonb,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dataset_versions_dict_id_version_pk" PRIMARY KEY("dict_id","version")
);
--> statement-breakpoint
CREATE TABLE "datasets" (
	"dict_id" text PRIMARY KEY NOT NULL,
	"dataset_no" integer GENERATED ALWAYS AS IDENTITY (sequence name "datasets_dataset_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"current_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "datasets_dataset_no_unique" UNIQUE("dataset_no")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"search_name" text NOT NULL,
	"dict_id" text NOT NULL,
	"filter" text NOT NULL,
	"dsl_filter" text NOT NULL,
	"query_url" text NOT NULL,
	"dataset_no" integer NOT NULL,
	"data_version" integer NOT NULL,
	"rows_version" integer NOT NULL,
	"version_rows" integer NOT NULL,
	"sort" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"sort_columns" jsonb NOT NULL,
	"format" text NOT NULL,
	"row_offset" integer NOT NULL,
	"suppress_owned" boolean NOT NULL,
	"state" text NOT NULL,
	"rows" integer NOT NULL,
	"new_leads" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text,
	"bytes" bigint,
	"sha256" text,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	CONSTRAINT "downloads_state_known" CHECK ("downloads"."state" IN ('reserved', 'writing', 'ready', 'failed')),
	CONSTRAINT "downloads_counts" CHECK ("downloads"."new_leads" >= 0 AND "downloads"."new_leads" <= "downloads"."rows"),
	CONSTRAINT "downloads_ready_has_file" CHECK ("downloads"."state" <> 'ready' OR ("downloads"."file_key" IS NOT NULL AND "downloads"."bytes" IS NOT NULL AND "downloads"."sha256" IS NOT NULL AND "downloads"."ready_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"dict_id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"source_name" text NOT NULL,
	"bytes_total" bigint NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"report" jsonb,
	"failure" text,
	"user_id" text,
	"started_at" timestamp with time zone NOT NULL,
	"progress_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"dict_id" text NOT NULL,
	"search_name" text NOT NULL,
	"filter" text NOT NULL,
	"dsl_filter" text NOT NULL,
	"query_url" text NOT NULL,
	"count" integer NOT NULL,
	"data_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zip_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"zips" text[] NOT NULL,
	"count" integer NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "zip_lists_count" CHECK ("zip_lists"."count" = cardinality("zip_lists"."zips") AND "zip_lists"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"template" text NOT NULL,
	"headers" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_outbox_state" CHECK ("mail_outbox"."state" IN ('queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "mail_outbox_sent_at" CHECK (("mail_outbox"."state" = 'sent') = ("mail_outbox"."sent_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonated_by_users_id_fk" FOREIGN KEY ("impersonated_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_parent_session_id_sessions_id_fk" FOREIGN KEY ("parent_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reservation_parts" ADD CONSTRAINT "credit_reservation_parts_reservation_id_credit_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."credit_reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reservation_parts" ADD CONSTRAINT "credit_reservation_parts_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reservations" ADD CONSTRAINT "credit_reservations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reservations" ADD CONSTRAINT "credit_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_dict_id_datasets_dict_id_fk" FOREIGN KEY ("dict_id") REFERENCES "public"."datasets"("dict_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_dict_id_datasets_dict_id_fk" FOREIGN KEY ("dict_id") REFERENCES "public"."datasets"("dict_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zip_lists" ADD CONSTRAINT "zip_lists_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zip_lists" ADD CONSTRAINT "zip_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider_account_key" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "accounts_user_id" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attempt_counters_window_started_at" ON "attempt_counters" USING btree ("window_started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_id_key" ON "audit_log" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_user_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_user_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_company" ON "audit_log" USING btree ("company_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_owner_user_id_key" ON "companies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_company_user_key" ON "company_members" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "company_members_user_id" ON "company_members" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_impersonated_by" ON "sessions" USING btree ("impersonated_by");--> statement-breakpoint
CREATE INDEX "sessions_parent_session_id" ON "sessions" USING btree ("parent_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "verifications_identifier_key" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_value" ON "verifications" USING btree ("value");--> statement-breakpoint
CREATE INDEX "verifications_expires_at" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_id_key" ON "credit_ledger" USING btree ("id");--> statement-breakpoint
CREATE INDEX "credit_ledger_company" ON "credit_ledger" USING btree ("company_id","sequence");--> statement-breakpoint
CREATE INDEX "credit_ledger_lot" ON "credit_ledger" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "credit_ledger_user" ON "credit_ledger" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_ledger_download" ON "credit_ledger" USING btree ("download_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_once_key" ON "credit_ledger" USING btree ("download_id","lot_id","kind") WHERE "credit_ledger"."download_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lots_grant_key" ON "credit_lots" USING btree ("company_id","site","kind","period");--> statement-breakpoint
CREATE INDEX "credit_lots_expiring" ON "credit_lots" USING btree ("expires_at") WHERE "credit_lots"."left" > 0;--> statement-breakpoint
CREATE INDEX "credit_reservation_parts_lot" ON "credit_reservation_parts" USING btree ("lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_reservations_download_key" ON "credit_reservations" USING btree ("download_id");--> statement-breakpoint
CREATE INDEX "credit_reservations_company" ON "credit_reservations" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "credit_reservations_user" ON "credit_reservations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_company_site_key" ON "customers" USING btree ("company_id","site");--> statement-breakpoint
CREATE INDEX "dataset_versions_dict_idx" ON "dataset_versions" USING btree ("dict_id");--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_company_key" ON "downloads" USING btree ("company_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "downloads_company_created_at" ON "downloads" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "downloads_company_ready" ON "downloads" USING btree ("company_id","dataset_no") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "downloads_in_flight" ON "downloads" USING btree ("updated_at") WHERE state IN ('reserved', 'writing');--> statement-breakpoint
CREATE INDEX "downloads_user_id" ON "downloads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imports_dict_idx" ON "imports" USING btree ("dict_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_one_running_idx" ON "imports" USING btree ("dict_id") WHERE "imports"."state" = 'running';--> statement-breakpoint
CREATE INDEX "saved_searches_user_created_at" ON "saved_searches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "zip_lists_company_content_key" ON "zip_lists" USING btree ("company_id","content_hash");--> statement-breakpoint
CREATE INDEX "zip_lists_user_id" ON "zip_lists" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE "mail_outbox"."state" IN ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_outbox_batch" ON "mail_outbox" USING btree ("batch_id");