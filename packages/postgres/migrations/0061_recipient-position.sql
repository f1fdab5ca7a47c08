ALTER TABLE "email_recipients" RENAME COLUMN "place" TO "position";--> statement-breakpoint
ALTER TABLE "email_recipients" RENAME CONSTRAINT "email_recipients_email_id_place_pk" TO "email_recipients_email_id_position_pk";
