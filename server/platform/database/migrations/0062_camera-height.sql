alter table vectos add column camera_height double precision;
