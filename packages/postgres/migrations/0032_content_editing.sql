CREATE TABLE "content_boards" (
	"site" text NOT NULL,
	"collection" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"theme_color" text DEFAULT 'light' NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"permissions" jsonb NOT NULL,
	"archived_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_boards_site_collection_pk" PRIMARY KEY("site","collection")
);
--> statement-breakpoint
CREATE TABLE "site_document_versions" (
	"document_id" text NOT NULL,
	"version" integer NOT NULL,
	"user_id" text,
	"content" jsonb NOT NULL,
	"changed" jsonb NOT NULL,
	"restored_from" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_document_versions_document_id_version_pk" PRIMARY KEY("document_id","version")
);
--> statement-breakpoint
ALTER TABLE "site_document_versions" ADD CONSTRAINT "site_document_versions_document_id_site_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."site_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_document_versions" ADD CONSTRAINT "site_document_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_document_versions_user_id" ON "site_document_versions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "site_document_versions_created_at" ON "site_document_versions" USING btree ("created_at");