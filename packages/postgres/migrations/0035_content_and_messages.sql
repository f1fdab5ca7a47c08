CREATE TABLE "content_previews" (
	"user_id" text NOT NULL,
	"site" text NOT NULL,
	"collection" text NOT NULL,
	"document_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_previews_user_id_site_collection_document_id_pk" PRIMARY KEY("user_id","site","collection","document_id")
);
--> statement-breakpoint
CREATE TABLE "course_message_recipients" (
	"message_id" text NOT NULL,
	"user_id" text NOT NULL,
	"mail_id" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "course_message_recipients_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "course_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"sent_key" text NOT NULL,
	"user_id" text,
	"reply_to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "learner_choices" ADD COLUMN "mails_message" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "content_previews" ADD CONSTRAINT "content_previews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_message_recipients" ADD CONSTRAINT "course_message_recipients_message_id_course_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."course_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_message_recipients" ADD CONSTRAINT "course_message_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_messages" ADD CONSTRAINT "course_messages_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_messages" ADD CONSTRAINT "course_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_previews_created_at" ON "content_previews" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "course_message_recipients_user_id" ON "course_message_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_messages_sent_key" ON "course_messages" USING btree ("course_id","sent_key");--> statement-breakpoint
CREATE INDEX "course_messages_created" ON "course_messages" USING btree ("course_id","created_at");--> statement-breakpoint
CREATE INDEX "course_messages_user_id" ON "course_messages" USING btree ("user_id");