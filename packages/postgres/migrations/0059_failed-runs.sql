ALTER TABLE "scheduled_runs" DROP CONSTRAINT "scheduled_runs_download";--> statement-breakpoint
ALTER TABLE "scheduled_runs" ADD COLUMN "since_version" integer;--> statement-breakpoint
ALTER TABLE "scheduled_runs" ADD CONSTRAINT "scheduled_runs_download" CHECK (("scheduled_runs"."state" IN ('ordered', 'failed')) = ("scheduled_runs"."download_id" IS NOT NULL));