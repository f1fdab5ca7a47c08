ALTER TABLE "credit_reservation_parts" ADD COLUMN "lot_expires_at" timestamp with time zone;--> statement-breakpoint
-- As it stands now, which is the best that is known of reservations from before.
UPDATE "credit_reservation_parts" "part" SET "lot_expires_at" = "lot"."expires_at"
FROM "credit_lots" "lot", "credit_reservations" "reservation"
WHERE "lot"."id" = "part"."lot_id" AND "reservation"."id" = "part"."reservation_id"
  AND "reservation"."created_at" < "lot"."expires_at";
