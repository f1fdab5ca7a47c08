CREATE TABLE "error_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"type" text NOT NULL,
	"error" text NOT NULL,
	"state" text NOT NULL,
	"count" bigint NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"sample" jsonb NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text
);
--> statement-breakpoint
CREATE TABLE "impersonated_writes" (
	"request_id" text PRIMARY KEY NOT NULL,
	"impersonation_id" text NOT NULL,
	"operation" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer
);
--> statement-breakpoint
CREATE TABLE "impersonations" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"actor_user_id" text NOT NULL,
	"subject_user_id" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "impersonated_writes" ADD CONSTRAINT "impersonated_writes_impersonation_id_impersonations_id_fk" FOREIGN KEY ("impersonation_id") REFERENCES "public"."impersonations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "error_groups_fingerprint_key" ON "error_groups" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "error_groups_last_seen" ON "error_groups" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "impersonated_writes_impersonation" ON "impersonated_writes" USING btree ("impersonation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "impersonations_session_key" ON "impersonations" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "impersonations_actor" ON "impersonations" USING btree ("actor_user_id","started_at");--> statement-breakpoint
CREATE INDEX "impersonations_subject" ON "impersonations" USING btree ("subject_user_id","started_at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");