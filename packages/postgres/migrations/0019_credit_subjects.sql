ALTER TABLE "credit_ledger" RENAME COLUMN "download_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "credit_ledger" RENAME COLUMN "file_name" TO "subject_name";--> statement-breakpoint
ALTER TABLE "credit_lots" RENAME COLUMN "plan_id" TO "origin";--> statement-breakpoint
ALTER TABLE "credit_reservations" RENAME COLUMN "download_id" TO "subject_id";--> statement-breakpoint
ALTER INDEX "credit_ledger_download" RENAME TO "credit_ledger_subject";--> statement-breakpoint
ALTER INDEX "credit_reservations_download_key" RENAME TO "credit_reservations_subject_key";
