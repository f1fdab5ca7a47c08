CREATE TABLE "promos" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"code" text NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text,
	"email" text,
	"email_id" text NOT NULL,
	"value" integer NOT NULL,
	"incentive" integer NOT NULL,
	"recipients" integer NOT NULL,
	"emails" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promos_value" CHECK ("promos"."value" = "promos"."recipients" * "promos"."incentive" AND "promos"."value" > 0)
);
--> statement-breakpoint
CREATE TABLE "rewarded_addresses" (
	"address_key" text PRIMARY KEY NOT NULL,
	"promo_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "promos" ADD CONSTRAINT "promos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promos" ADD CONSTRAINT "promos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewarded_addresses" ADD CONSTRAINT "rewarded_addresses_promo_id_promos_id_fk" FOREIGN KEY ("promo_id") REFERENCES "public"."promos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promos_code" ON "promos" USING btree ("code");--> statement-breakpoint
CREATE INDEX "promos_company_created" ON "promos" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "promos_user" ON "promos" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "promos_email" ON "promos" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "rewarded_addresses_promo" ON "rewarded_addresses" USING btree ("promo_id");--> statement-breakpoint
CREATE INDEX "email_recipients_undecided" ON "email_recipients" USING btree ("email_id") WHERE "email_recipients"."decided_at" IS NULL;