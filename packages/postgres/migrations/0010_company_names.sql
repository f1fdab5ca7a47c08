-- A sign-up without a name left its company nameless. It is called as its owner is; an owner who gave no name either was
-- called by what stands before the @, whose words make a name.
UPDATE "companies" SET "name" = CASE
    WHEN "users"."name" <> split_part("users"."email", '@', 1) AND btrim("users"."name") <> '' THEN "users"."name"
    ELSE coalesce(nullif(btrim(initcap(regexp_replace(split_part(split_part("users"."email", '@', 1), '+', 1), '[^[:alpha:]]+', ' ', 'g'))), ''), 'Freeor customer')
  END
  FROM "users" WHERE "users"."id" = "companies"."owner_user_id" AND btrim("companies"."name") = '';--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_name_not_empty" CHECK (btrim("companies"."name") <> '');