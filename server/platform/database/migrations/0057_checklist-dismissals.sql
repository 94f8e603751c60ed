-- Steps of the home page's checklist that a user does not want to see any more.
create table checklist_dismissals (
  user_uid text not null references users (uid) on delete cascade,
  step text not null,
  primary key (user_uid, step)
);
