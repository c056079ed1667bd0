mod check;
mod game;
