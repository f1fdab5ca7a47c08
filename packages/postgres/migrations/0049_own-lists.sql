CREATE TABLE "own_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"rejected" integer NOT NULL,
	"match_no" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "own_lists_state_known" CHECK ("own_lists"."state" IN ('reading', 'ready')),
	CONSTRAINT "own_lists_deleted_is_empty" CHECK ("own_lists"."deleted_at" IS NULL OR "own_lists"."columns" = '[]'::jsonb)
);
--> statement-breakpoint
ALTER TABLE "own_lists" ADD CONSTRAINT "own_lists_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_lists" ADD CONSTRAINT "own_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_lists_company" ON "own_lists" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "own_lists_user_id" ON "own_lists" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "own_lists_expires_at" ON "own_lists" USING btree ("expires_at");