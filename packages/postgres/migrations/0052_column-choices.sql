CREATE TABLE "column_choices" (
	"user_id" text NOT NULL,
	"dict_id" text NOT NULL,
	"columns" text[] NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "column_choices_user_id_dict_id_pk" PRIMARY KEY("user_id","dict_id")
);
--> statement-breakpoint
ALTER TABLE "column_choices" ADD CONSTRAINT "column_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_choices" ADD CONSTRAINT "column_choices_dict_id_datasets_dict_id_fk" FOREIGN KEY ("dict_id") REFERENCES "public"."datasets"("dict_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "column_choices_dict" ON "column_choices" USING btree ("dict_id");