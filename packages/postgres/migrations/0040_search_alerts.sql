CREATE TABLE "alert_hits" (
	"search_id" text NOT NULL,
	"user_id" text NOT NULL,
	"version" integer NOT NULL,
	"leads" integer NOT NULL,
	"lead_ids" text[] NOT NULL,
	CONSTRAINT "alert_hits_search_id_user_id_version_pk" PRIMARY KEY("search_id","user_id","version"),
	CONSTRAINT "alert_hits_some" CHECK ("alert_hits"."leads" > 0 AND cardinality("alert_hits"."lead_ids") > 0)
);
--> statement-breakpoint
CREATE TABLE "search_alerts" (
	"search_id" text NOT NULL,
	"user_id" text NOT NULL,
	"company_id" text NOT NULL,
	"rhythm" text NOT NULL,
	"evaluated_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_alerts_search_id_user_id_pk" PRIMARY KEY("search_id","user_id"),
	CONSTRAINT "search_alerts_rhythm_known" CHECK ("search_alerts"."rhythm" IN ('import', 'daily', 'weekly'))
);
--> statement-breakpoint
ALTER TABLE "alert_hits" ADD CONSTRAINT "alert_hits_search_id_user_id_search_alerts_search_id_user_id_fk" FOREIGN KEY ("search_id","user_id") REFERENCES "public"."search_alerts"("search_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_alerts" ADD CONSTRAINT "search_alerts_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_alerts" ADD CONSTRAINT "search_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_alerts" ADD CONSTRAINT "search_alerts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_alerts_user" ON "search_alerts" USING btree ("user_id","rhythm");--> statement-breakpoint
CREATE INDEX "search_alerts_company" ON "search_alerts" USING btree ("company_id");