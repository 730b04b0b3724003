"""What a server bears: many tables of people who look, think and choose, measured from their side of the sockets."""
