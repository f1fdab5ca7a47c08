CREATE TABLE "embedded_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"email" text NOT NULL,
	"card" jsonb,
	"card_token" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embedded_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"outcome" text NOT NULL,
	"error_code" text,
	"last_four" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "embedded_charges_positive" CHECK ("embedded_charges"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "embedded_credits" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embedded_events" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "embedded_events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"type" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"account_code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embedded_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "embedded_invoices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"account_id" text NOT NULL,
	"subscription_id" text,
	"kind" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"total_cents" integer NOT NULL,
	"credited_cents" integer DEFAULT 0 NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embedded_requests" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embedded_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"uuid" text NOT NULL,
	"account_id" text NOT NULL,
	"plan_code" text NOT NULL,
	"status" text NOT NULL,
	"price_cents" integer NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"canceled_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embedded_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"card_token" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"plan_id" text,
	"subscription_id" text,
	"error" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"customer_id" text NOT NULL,
	"processor" text NOT NULL,
	"provider_id" text NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"total_cents" integer NOT NULL,
	"paid_cents" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"account_code" text,
	"raw_body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"applications" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "provider_events_once" CHECK ("provider_events"."applications" = CASE "provider_events"."state" WHEN 'applied' THEN 1 ELSE 0 END)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"site" text NOT NULL,
	"customer_id" text NOT NULL,
	"processor" text NOT NULL,
	"provider_id" text NOT NULL,
	"provider_uuid" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"price_cents" integer NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"canceled_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_ended_when" CHECK (("subscriptions"."ended_at" IS NOT NULL) = ("subscriptions"."status" IN ('canceled', 'expired', 'incomplete_expired')))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "subscription_uuid" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "billed_through" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "sub_checked" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "readings_begun" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "reading_applied" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "embedded_charges" ADD CONSTRAINT "embedded_charges_invoice_id_embedded_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."embedded_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedded_credits" ADD CONSTRAINT "embedded_credits_account_id_embedded_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."embedded_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedded_credits" ADD CONSTRAINT "embedded_credits_invoice_id_embedded_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."embedded_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedded_invoices" ADD CONSTRAINT "embedded_invoices_account_id_embedded_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."embedded_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedded_invoices" ADD CONSTRAINT "embedded_invoices_subscription_id_embedded_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."embedded_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedded_subscriptions" ADD CONSTRAINT "embedded_subscriptions_account_id_embedded_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."embedded_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_intents" ADD CONSTRAINT "billing_intents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_intents" ADD CONSTRAINT "billing_intents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_intents" ADD CONSTRAINT "billing_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_accounts_code_key" ON "embedded_accounts" USING btree ("code");--> statement-breakpoint
CREATE INDEX "embedded_accounts_email" ON "embedded_accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "embedded_charges_invoice" ON "embedded_charges" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_charges_approved_key" ON "embedded_charges" USING btree ("invoice_id") WHERE "embedded_charges"."outcome" = 'approved';--> statement-breakpoint
CREATE INDEX "embedded_credits_account" ON "embedded_credits" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "embedded_credits_invoice" ON "embedded_credits" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_events_id_key" ON "embedded_events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "embedded_events_open" ON "embedded_events" USING btree ("sequence") WHERE "embedded_events"."delivered_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_invoices_number_key" ON "embedded_invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "embedded_invoices_account" ON "embedded_invoices" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_invoices_period_key" ON "embedded_invoices" USING btree ("subscription_id","period_start") WHERE "embedded_invoices"."kind" = 'period';--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_subscriptions_uuid_key" ON "embedded_subscriptions" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "embedded_subscriptions_account" ON "embedded_subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embedded_subscriptions_one_live_key" ON "embedded_subscriptions" USING btree ("account_id") WHERE "embedded_subscriptions"."ended_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_intents_one_open_key" ON "billing_intents" USING btree ("customer_id") WHERE "billing_intents"."state" = 'started';--> statement-breakpoint
CREATE INDEX "billing_intents_customer" ON "billing_intents" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_intents_company" ON "billing_intents" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "billing_intents_user" ON "billing_intents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_invoices_provider_key" ON "billing_invoices" USING btree ("processor","provider_id");--> statement-breakpoint
CREATE INDEX "billing_invoices_company" ON "billing_invoices" USING btree ("company_id","site","created_at");--> statement-breakpoint
CREATE INDEX "billing_invoices_customer" ON "billing_invoices" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_events_event_key" ON "provider_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "provider_events_open" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."state" = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("processor","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_live_key" ON "subscriptions" USING btree ("company_id","site") WHERE "subscriptions"."status" NOT IN ('canceled', 'expired', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_period_end" ON "subscriptions" USING btree ("current_period_end");