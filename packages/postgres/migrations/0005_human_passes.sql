CREATE TABLE "human_passes" (
	"id" text PRIMARY KEY NOT NULL,
	"pass_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "human_passes" ADD CONSTRAINT "human_passes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "human_passes" ADD CONSTRAINT "human_passes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "human_passes_pass_hash_key" ON "human_passes" USING btree ("pass_hash");--> statement-breakpoint
CREATE INDEX "human_passes_user_id" ON "human_passes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "human_passes_session_id" ON "human_passes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "human_passes_expires_at" ON "human_passes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "spent_challenges_expires_at" ON "spent_challenges" USING btree ("expires_at");