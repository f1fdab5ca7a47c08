CREATE TABLE "lesson_editors" (
	"lesson_id" text NOT NULL,
	"user_id" text NOT NULL,
	"device" text NOT NULL,
	"last_number" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_editors_lesson_id_user_id_device_pk" PRIMARY KEY("lesson_id","user_id","device")
);
--> statement-breakpoint
CREATE TABLE "lesson_versions" (
	"lesson_id" text NOT NULL,
	"version" integer NOT NULL,
	"user_id" text,
	"content" jsonb NOT NULL,
	"changed" jsonb NOT NULL,
	"restored_from" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_versions_lesson_id_version_pk" PRIMARY KEY("lesson_id","version")
);
--> statement-breakpoint
ALTER TABLE "lesson_editors" ADD CONSTRAINT "lesson_editors_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_editors" ADD CONSTRAINT "lesson_editors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_editors_user_id" ON "lesson_editors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lesson_editors_updated_at" ON "lesson_editors" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "lesson_versions_user_id" ON "lesson_versions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lesson_versions_created_at" ON "lesson_versions" USING btree ("created_at");