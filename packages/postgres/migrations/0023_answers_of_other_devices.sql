ALTER TABLE "attempt_answers" DROP CONSTRAINT "attempt_answers_conflict_whole";--> statement-breakpoint
ALTER TABLE "attempt_answers" ADD COLUMN "others" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attempt_answers" DROP COLUMN "other_option_id";--> statement-breakpoint
ALTER TABLE "attempt_answers" DROP COLUMN "other_device";