CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"saved_search_id" text,
	"download_id" text,
	"access" text NOT NULL,
	"token_hash" text NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"password_hash" text,
	"most_visits" integer,
	"visits" integer DEFAULT 0 NOT NULL,
	"last_visit_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "share_links_one_search" CHECK (("share_links"."saved_search_id" IS NULL) <> ("share_links"."download_id" IS NULL)),
	CONSTRAINT "share_links_access_known" CHECK ("share_links"."access" IN ('look', 'copy')),
	CONSTRAINT "share_links_visits_within" CHECK ("share_links"."visits" >= 0 AND ("share_links"."most_visits" IS NULL OR "share_links"."visits" <= "share_links"."most_visits"))
);
--> statement-breakpoint
CREATE TABLE "share_policies" (
	"company_id" text PRIMARY KEY NOT NULL,
	"most_days" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_visitors" (
	"link_id" text NOT NULL,
	"user_id" text NOT NULL,
	"turns" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "share_visitors_link_id_user_id_pk" PRIMARY KEY("link_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "search_params" jsonb;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "geography_params" jsonb;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "visible_to_company_id" text;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_download_id_downloads_id_fk" FOREIGN KEY ("download_id") REFERENCES "public"."downloads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_policies" ADD CONSTRAINT "share_policies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_token_hash_key" ON "share_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "share_links_company" ON "share_links" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "share_links_user" ON "share_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "share_links_saved_search" ON "share_links" USING btree ("saved_search_id");--> statement-breakpoint
CREATE INDEX "share_links_download" ON "share_links" USING btree ("download_id");--> statement-breakpoint
CREATE INDEX "share_links_expires_at" ON "share_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "share_visitors_user" ON "share_visitors" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_visible_to_company_id_companies_id_fk" FOREIGN KEY ("visible_to_company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_searches_visible_to" ON "saved_searches" USING btree ("visible_to_company_id");