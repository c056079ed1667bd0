//! Listening and serving.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tesuji_ask::Desk;
use tesuji_job::Watch;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::connection::Connections;
use crate::hall::Hall;
use crate::{answers, files, guard};

/// Connections at once; for one more the one that has been silent for the longest time is closed.
const MOST_CONNECTIONS: usize = 256;
/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 64 << 10;
/// A client that has not sent the head of its request by then is let go.
const PATIENCE: Duration = Duration::from_secs(20);
/// After a failure to accept, as when the machine has no more files to open.
const PAUSE: Duration = Duration::from_millis(50);

/// What a server is told.
pub struct Settings {
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Questions that are searched at once.
    pub jobs: usize,
}

/// A server that listens on the loopback address.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    hall: Arc<Hall>,
}

impl Server {
    /// Begins to listen. Questions are answered at the desk, within its bounds; a stop of the watch ends them.
    ///
    /// # Errors
    /// If the port cannot be had.
    pub fn bind(settings: &Settings, desk: Desk, watch: &Watch) -> io::Result<Server> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)))?;
        let address = listener.local_addr()?;
        Ok(Server { runtime, listener, address, hall: Arc::new(Hall::new(desk, settings.jobs, watch)) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser finds the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves for ever.
    pub fn run(self) {
        let Server { runtime, listener, address, hall } = self;
        let routes = Router::new()
            .route("/ask", post(answers::ask))
            .route("/watch", post(answers::watch))
            .route("/stop", post(answers::stop))
            .fallback(get(files::file))
            .with_state(hall)
            .layer(from_fn_with_state(address.port(), guard::guard));
        runtime.block_on(serve(listener, routes));
    }
}

async fn serve(listener: TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let connections = Arc::new(Connections::default());
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                sleep(PAUSE).await;
                continue;
            }
        };
        if places.available_permits() == 0 {
            connections.make_room();
        }
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let connection = connections.enter();
        let (connections, routes) = (connections.clone(), TowerToHyperService::new(routes.clone()));
        tokio::spawn(async move {
            let _place = place;
            let asked = connection.clone();
            let service = service_fn(move |mut request: Request<Incoming>| {
                asked.stirs();
                request.extensions_mut().insert(asked.clone());
                routes.call(request)
            });
            let _ = stream.set_nodelay(true);
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(MOST_HEAD);
            // A client that goes away ends its connection, and with it whatever was done for it.
            tokio::select! {
                _ = http.serve_connection(TokioIo::new(stream), service) => {}
                () = connection.ended() => {}
            }
            connections.leave(&connection);
        });
    }
}
