CREATE TABLE "saved_search_looks" (
	"search_id" text NOT NULL,
	"user_id" text NOT NULL,
	"version" integer NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_search_looks_search_id_user_id_pk" PRIMARY KEY("search_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "saved_search_looks" ADD CONSTRAINT "saved_search_looks_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_looks" ADD CONSTRAINT "saved_search_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_looks_user" ON "saved_search_looks" USING btree ("user_id");