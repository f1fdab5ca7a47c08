CREATE TABLE "seedings" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"site" text NOT NULL,
	"collection" text NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"theme_color" text DEFAULT 'light' NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"data" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_clicks" (
	"attempt_id" text NOT NULL,
	"device" text NOT NULL,
	"number" bigint NOT NULL,
	"question_id" text NOT NULL,
	"option_id" text NOT NULL,
	"seen" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answer_clicks_attempt_id_device_number_pk" PRIMARY KEY("attempt_id","device","number")
);
--> statement-breakpoint
CREATE TABLE "attempt_answers" (
	"attempt_id" text NOT NULL,
	"question_id" text NOT NULL,
	"option_id" text NOT NULL,
	"revision" integer NOT NULL,
	"device" text NOT NULL,
	"number" bigint NOT NULL,
	"other_option_id" text,
	"other_device" text,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_answers_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id"),
	CONSTRAINT "attempt_answers_conflict_whole" CHECK (("attempt_answers"."other_option_id" IS NULL) = ("attempt_answers"."other_device" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "attempt_questions" (
	"attempt_id" text NOT NULL,
	"question_id" text NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "attempt_questions_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "question_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"question_id" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	"graded_at" timestamp with time zone,
	"score" integer,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_attempts_graded_whole" CHECK (("quiz_attempts"."graded_at" IS NULL) = ("quiz_attempts"."score" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "course_lessons" (
	"course_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"slug" text NOT NULL,
	"position" text NOT NULL,
	"is_preview" boolean DEFAULT false NOT NULL,
	CONSTRAINT "course_lessons_course_id_lesson_id_pk" PRIMARY KEY("course_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"theme_color" text DEFAULT 'info' NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "courses_name_not_empty" CHECK (btrim("courses"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "lesson_captions" (
	"id" text PRIMARY KEY NOT NULL,
	"lesson_id" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"label" text NOT NULL,
	"vtt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"instructor" text DEFAULT '' NOT NULL,
	"transcript" text DEFAULT '' NOT NULL,
	"video_url" text DEFAULT '' NOT NULL,
	"video_type" text DEFAULT 'youtube' NOT NULL,
	"duration_seconds" integer,
	"video_thumb" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quiz_name" text DEFAULT 'Add quiz name' NOT NULL,
	"theme_color" text DEFAULT 'info' NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_versions" (
	"question_id" text NOT NULL,
	"version" integer NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"answer_option_id" text,
	"explanation" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_versions_question_id_version_pk" PRIMARY KEY("question_id","version")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" text PRIMARY KEY NOT NULL,
	"lesson_id" text NOT NULL,
	"position" text NOT NULL,
	"current_version" integer DEFAULT 1 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"serial" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"course_id" text NOT NULL,
	"edition" integer NOT NULL,
	"learner_name" text,
	"snapshot" jsonb NOT NULL,
	"credential" jsonb,
	"credential_jwt" text,
	"status_index" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revocation_reason" text,
	"superseded_by" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"algorithm" text NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "confirmed_members" (
	"user_id" text NOT NULL,
	"organization" text NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "confirmed_members_user_id_organization_pk" PRIMARY KEY("user_id","organization")
);
--> statement-breakpoint
CREATE TABLE "organization_admins" (
	"user_id" text NOT NULL,
	"organization" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "organization_admins_user_id_organization_pk" PRIMARY KEY("user_id","organization")
);
--> statement-breakpoint
CREATE TABLE "organization_due_dates" (
	"organization" text NOT NULL,
	"course_id" text NOT NULL,
	"due_on" date NOT NULL,
	"set_by" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "organization_due_dates_organization_course_id_pk" PRIMARY KEY("organization","course_id")
);
--> statement-breakpoint
CREATE TABLE "organization_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization" text NOT NULL,
	"email" text,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"accepted_by" text,
	"accepted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "learner_choices" (
	"user_id" text PRIMARY KEY NOT NULL,
	"mails_reminder" boolean DEFAULT false NOT NULL,
	"mails_new_lesson" boolean DEFAULT false NOT NULL,
	"mails_certificate" boolean DEFAULT false NOT NULL,
	"reviews" boolean DEFAULT false NOT NULL,
	"reminded_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"second" double precision,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"user_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision,
	"watched" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_progress_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "review_cards" (
	"user_id" text NOT NULL,
	"question_id" text NOT NULL,
	"card" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"last_reviewed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_cards_user_id_question_id_pk" PRIMARY KEY("user_id","question_id")
);
--> statement-breakpoint
ALTER TABLE "site_documents" ADD CONSTRAINT "site_documents_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_clicks" ADD CONSTRAINT "answer_clicks_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_answers" ADD CONSTRAINT "attempt_answers_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_questions" ADD CONSTRAINT "attempt_questions_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_questions" ADD CONSTRAINT "attempt_questions_version_fk" FOREIGN KEY ("question_id","version") REFERENCES "public"."question_versions"("question_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_reports" ADD CONSTRAINT "question_reports_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_lessons" ADD CONSTRAINT "course_lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_lessons" ADD CONSTRAINT "course_lessons_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_captions" ADD CONSTRAINT "lesson_captions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_superseded_by_certificates_serial_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."certificates"("serial") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_members" ADD CONSTRAINT "confirmed_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_members" ADD CONSTRAINT "confirmed_members_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_admins" ADD CONSTRAINT "organization_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_due_dates" ADD CONSTRAINT "organization_due_dates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_due_dates" ADD CONSTRAINT "organization_due_dates_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_choices" ADD CONSTRAINT "learner_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_cards" ADD CONSTRAINT "review_cards_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_documents_key" ON "site_documents" USING btree ("site","collection","key");--> statement-breakpoint
CREATE INDEX "site_documents_updated_by" ON "site_documents" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "attempt_questions_version" ON "attempt_questions" USING btree ("question_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "question_reports_attempt_question_key" ON "question_reports" USING btree ("attempt_id","question_id");--> statement-breakpoint
CREATE INDEX "question_reports_question" ON "question_reports" USING btree ("question_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_open_key" ON "quiz_attempts" USING btree ("user_id","lesson_id") WHERE "quiz_attempts"."graded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "quiz_attempts_user_lesson" ON "quiz_attempts" USING btree ("user_id","lesson_id","graded_at");--> statement-breakpoint
CREATE INDEX "quiz_attempts_lesson_graded" ON "quiz_attempts" USING btree ("lesson_id","graded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "course_lessons_slug_key" ON "course_lessons" USING btree ("course_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "course_lessons_position_key" ON "course_lessons" USING btree ("course_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "course_lessons_preview_key" ON "course_lessons" USING btree ("course_id") WHERE "course_lessons"."is_preview";--> statement-breakpoint
CREATE INDEX "course_lessons_lesson_id" ON "course_lessons" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "courses_company_id" ON "courses" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_captions_lesson_kind_language_key" ON "lesson_captions" USING btree ("lesson_id","kind","language");--> statement-breakpoint
CREATE INDEX "lessons_company_id" ON "lessons" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "lessons_published_at" ON "lessons" USING btree ("published_at") WHERE "lessons"."published";--> statement-breakpoint
CREATE INDEX "questions_lesson_id" ON "questions" USING btree ("lesson_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_valid_key" ON "certificates" USING btree ("user_id","course_id","edition") WHERE "certificates"."revoked_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_status_index_key" ON "certificates" USING btree ("status_index");--> statement-breakpoint
CREATE INDEX "certificates_course_id" ON "certificates" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "certificates_superseded_by" ON "certificates" USING btree ("superseded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_current_key" ON "signing_keys" USING btree ("algorithm") WHERE "signing_keys"."retired_at" IS NULL;--> statement-breakpoint
CREATE INDEX "confirmed_members_organization" ON "confirmed_members" USING btree ("organization");--> statement-breakpoint
CREATE INDEX "confirmed_members_confirmed_by" ON "confirmed_members" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "organization_admins_organization" ON "organization_admins" USING btree ("organization");--> statement-breakpoint
CREATE INDEX "organization_due_dates_course_id" ON "organization_due_dates" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "organization_due_dates_set_by" ON "organization_due_dates" USING btree ("set_by");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_token_key" ON "organization_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "organization_invitations_organization" ON "organization_invitations" USING btree ("organization","created_at");--> statement-breakpoint
CREATE INDEX "organization_invitations_invited_by" ON "organization_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "organization_invitations_accepted_by" ON "organization_invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "lesson_notes_user_lesson" ON "lesson_notes" USING btree ("user_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_notes_lesson_id" ON "lesson_notes" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_lesson_id" ON "lesson_progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_user_updated" ON "lesson_progress" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "review_cards_due" ON "review_cards" USING btree ("user_id","due_at");--> statement-breakpoint
CREATE INDEX "review_cards_question_id" ON "review_cards" USING btree ("question_id");