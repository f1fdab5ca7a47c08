DROP INDEX "quiz_attempts_user_lesson";--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD COLUMN "question_count" integer NOT NULL DEFAULT 0;--> statement-breakpoint
UPDATE "quiz_attempts" SET "question_count" = "asked"."count"
  FROM (SELECT "attempt_id", count(*)::int AS "count" FROM "attempt_questions" GROUP BY "attempt_id") AS "asked"
  WHERE "asked"."attempt_id" = "quiz_attempts"."id";--> statement-breakpoint
ALTER TABLE "quiz_attempts" ALTER COLUMN "question_count" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "users_org" ON "users" USING btree ("org") WHERE NOT "users"."org_is_typed" AND "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "quiz_attempts_last_grade" ON "quiz_attempts" USING btree ("user_id","lesson_id","graded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"score","question_count");
