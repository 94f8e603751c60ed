-- Who is not asked is told: e-mails and notices about one's own 3D videos are on until root switches them off.
update users set notifications = true;
