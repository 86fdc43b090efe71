-- Its keys encrypt what is uploaded to the project with a preset that names no server. Null: none.
alter table projects
  add key_server_id uuid,
  add foreign key (team_id, key_server_id) references key_servers (team_id, id);
create index projects_key_server on projects (key_server_id) where key_server_id is not null;

-- The one that its project had when it was made, where the preset of its video named none.
alter table revisions
  add key_server_id uuid,
  add foreign key (team_id, key_server_id) references key_servers (team_id, id);
create index revisions_key_server on revisions (key_server_id) where key_server_id is not null;
