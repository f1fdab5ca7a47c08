ALTER TABLE "customers" ADD COLUMN "card_removal_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "provider_left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "payments_ended_at" timestamp with time zone;--> statement-breakpoint
-- A card's record held the whole row of the token it came by.
UPDATE "customers" SET "card" = jsonb_build_object('firstName', "card"->'firstName', 'lastName', "card"->'lastName', 'paymentMethod', "card"->'paymentMethod') WHERE jsonb_typeof("card") = 'object';--> statement-breakpoint
UPDATE "embedded_accounts" SET "card" = jsonb_build_object('firstName', "card"->'firstName', 'lastName', "card"->'lastName', 'paymentMethod', "card"->'paymentMethod') WHERE jsonb_typeof("card") = 'object';
