CREATE TABLE "question_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_regrades" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"question_id" text NOT NULL,
	"key_before" text NOT NULL,
	"key_after" text NOT NULL,
	"score_before" integer NOT NULL,
	"score_after" integer NOT NULL,
	"reason" text NOT NULL,
	"actor_user_id" text,
	"regraded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempt_questions" ADD COLUMN "corrected_option_id" text;--> statement-breakpoint
ALTER TABLE "question_imports" ADD CONSTRAINT "question_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_imports" ADD CONSTRAINT "question_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_regrades" ADD CONSTRAINT "attempt_regrades_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_regrades" ADD CONSTRAINT "attempt_regrades_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_regrades" ADD CONSTRAINT "attempt_regrades_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_imports_company_id" ON "question_imports" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "question_imports_user_id" ON "question_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "question_imports_created_at" ON "question_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "attempt_regrades_attempt_id" ON "attempt_regrades" USING btree ("attempt_id","regraded_at");--> statement-breakpoint
CREATE INDEX "attempt_regrades_question_id" ON "attempt_regrades" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "attempt_regrades_actor_user_id" ON "attempt_regrades" USING btree ("actor_user_id");