CREATE TABLE "email_recipients" (
	"email_id" text NOT NULL,
	"place" integer NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"kind" text NOT NULL,
	"mail_id" text NOT NULL,
	"retries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "email_recipients_email_id_place_pk" PRIMARY KEY("email_id","place")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"sent_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"subject" text NOT NULL,
	"search_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_recipients" ADD CONSTRAINT "email_recipients_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_recipients_mail" ON "email_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "emails_user_sent_key" ON "emails" USING btree ("user_id","sent_key");--> statement-breakpoint
CREATE INDEX "emails_company_created" ON "emails" USING btree ("company_id","created_at");