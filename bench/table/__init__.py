"""The web table under load: many tables with two people each, over real sockets."""
