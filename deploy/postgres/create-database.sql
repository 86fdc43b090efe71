-- Run once by the image of PostgreSQL, on an empty data folder: Kinora's role is no superuser, so that
-- row-level security holds it.
\getenv password KINORA_DATABASE_PASSWORD
create role kinora login nosuperuser nobypassrls password :'password';
create database kinora owner kinora encoding 'UTF8' template template0;
